import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { originLimits } from './limits.ts'
import type { OriginRequest } from './ask.ts'
import { PlainConnections } from './plain-connections.ts'

const wanted: OriginRequest = {
  origin: { siteId: 'a', server: 'a.example', port: 80, https: false, checkCertificate: false, hostname: 'a.example' },
  method: 'GET',
  target: '/',
  lines: ['Host', 'a.example'],
}

const { plain, plainInAll, others } = originLimits

/** A connection that is never made. */
const silent = () => new Promise<Socket>(() => undefined)

/** A connection whose server sends this answer. */
const answering = (answer: string) => () => {
  const duplex = new Duplex({
    read: () => undefined,
    write(_chunk, _encoding, done) {
      done()
      this.push(answer)
    },
  })
  const socket = Object.assign(duplex, { setTimeout: () => duplex, ref: () => duplex, unref: () => duplex })
  return Promise.resolve(socket as unknown as Socket)
}

test('plain connections are limited, for each server and for all together', () => {
  const connections = new PlainConnections(1000)
  for (let i = 0; i < plain; i++) expect(connections.ask('0', wanted, silent)).toBeDefined()
  expect(connections.ask('0', wanted, silent)).toBeUndefined()
  for (let i = plain; i < plainInAll; i++) expect(connections.ask(`${i}`, wanted, silent)).toBeDefined()
  expect(connections.ask('another', wanted, silent)).toBeUndefined()
})

test('a connection that can’t be made no longer counts', async () => {
  const connections = new PlainConnections(1000)
  for (let i = 0; i < 2 * plain; i++) {
    const asked = connections.ask('0', wanted, () => Promise.reject(new Error('refused')))
    await expect(asked?.answer).rejects.toThrow('refused')
  }
})

test('only so many servers whose answers aren’t plain are remembered', async () => {
  const connections = new PlainConnections(1000)
  const chunked = answering('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
  const ask = async (name: string) => {
    const answer = await connections.ask(name, wanted, chunked)?.answer
    if (answer && 'received' in answer) answer.socket.destroy()
    return answer !== undefined
  }
  for (let i = 0; i < others; i++) expect(await ask(`${i}`)).toBe(true)
  expect(await ask('0')).toBe(false)
  expect(await ask('one more')).toBe(true)
  expect(await ask('0')).toBe(false)
  expect(await ask('1')).toBe(true)
})

test('what can’t be a request isn’t sent', () => {
  const connections = new PlainConnections(1000)
  for (const target of ['/a b', '/a\r\nX: y', '/Ł', ''])
    expect(connections.ask('0', { ...wanted, target }, silent)).toBeUndefined()
  for (const value of ['a\r\nX: y', 'a\nb', 'a\0'])
    expect(connections.ask('0', { ...wanted, lines: ['X-A', value] }, silent)).toBeUndefined()
  for (const name of ['X A', 'X:', 'X\r\nY', ''])
    expect(connections.ask('0', { ...wanted, lines: [name, 'a'] }, silent)).toBeUndefined()
})
