#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Io } from './io.ts'
import { run } from './run.ts'

const { stdin, stdout, stderr, env } = process

/** Asks at the terminal without showing what is typed. */
async function ask(prompt: string): Promise<string> {
  stderr.write(prompt)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true })
  reader.on('SIGINT', () => process.exit(130))
  const typed = await reader.question('')
  reader.close()
  stderr.write('\n')
  return typed
}

const io: Io = {
  env,
  out: (line) => stdout.write(`${line}\n`),
  err: (line) => stderr.write(`${line}\n`),
  width: stdout.isTTY ? stdout.columns : undefined,
  readSecret: (prompt) => (stdin.isTTY ? ask(prompt) : text(stdin)),
  readFile: (path) => (path === '-' ? text(stdin) : readFile(path, 'utf8')),
  fetch: globalThis.fetch,
  pause: (ms) => setTimeout(ms),
  now: () => Date.now(),
}

// whoever reads the output may have stopped, as `head` does
stdout.on('error', () => process.exit())
process.exitCode = await run(process.argv.slice(2), io)
