import { expect, test } from 'vitest'
import { bodyOf, type Message } from './message.ts'

const message: Message = {
  tone: 'critical',
  title: 'www.a.example is down.',
  blocks: [
    {
      is: 'facts',
      rows: [
        ['Cause', '<img src=x onerror=alert(1)>'],
        ['Seen at', 'Frankfurt'],
      ],
    },
    undefined,
    { is: 'link', label: 'View incident', url: 'https://d.example/incidents/i?a="><b>', isAction: true },
    { is: 'foot', text: 'You get this email because of “Night”.', label: 'Mute it', url: 'https://d.example/alerts' },
  ],
}

test('plain text has a line for each fact, with the values below each other', () => {
  expect(bodyOf(message).text).toBe(`www.a.example is down.

  Cause:   <img src=x onerror=alert(1)>
  Seen at: Frankfurt

View incident:
  https://d.example/incidents/i?a="><b>

You get this email because of “Night”.
Mute it: https://d.example/alerts
`)
})

test('HTML says the same, and what strangers wrote stays text', () => {
  const { html } = bodyOf(message)
  for (const words of ['www.a.example is down.', 'Frankfurt', 'View incident', 'because of “Night”', 'Mute it'])
    expect(html).toContain(words)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('href="https://d.example/incidents/i?a=&quot;&gt;&lt;b&gt;"')
  expect(html).not.toMatch(/<img|<b>/)
})

test('HTML marks how bad it is by shape, not by colour alone', () => {
  const shapeOf = (tone: Message['tone']) =>
    /<span class="\w+">(.)<\/span>/.exec(bodyOf({ ...message, tone }).html)?.[1]
  const tones = ['good', 'warning', 'error', 'critical'] as const
  expect(tones.map(shapeOf)).toEqual(['✓', '▲', '◆', '■'])
  expect(shapeOf(undefined)).toBeUndefined()
})
