import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'
import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp'
import { analyse } from 'scslre'

/** A regular expression in a source file. */
export interface Found {
  readonly line: number
  /** Null where the pattern is composed at run time. */
  readonly regex: RegExp | null
}

/** Every regular expression of a source file: the literals, and the calls of `RegExp`. */
export function regularExpressionsIn(file: string, text: string): readonly Found[] {
  const found: Found[] = []
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be parsed.`)
  const add = (start: number, regex: RegExp | null) =>
    found.push({ line: text.slice(0, start).split('\n').length, regex })
  const addCall = ({ callee, start }: NewExpression | CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') add(start, null)
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node.start, new RegExp(node.regex.pattern, node.regex.flags))
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(program)
  return found
}

/** Long enough that quadratic work stands out, short enough that linear work takes no time. */
const hostileLength = 30_000
/** Quadratic work of the same size, which tells how fast this machine is. */
const quadratic = /a[^]*?b/
/** Of its CPU time. Other quadratic work takes at least a third of it, linear work less than a hundredth. */
const maxShare = 1 / 6
let maxCpu: number | undefined

/**
 * Why matching with a regular expression can take more than linear time; undefined if nothing was found. First by analysis,
 * which finds neighbouring quantifiers that compete, and then by matching strings that repeat a piece of the pattern.
 */
export function superlinear(regex: RegExp): string | undefined {
  const [report] = analyse({ source: regex.source, flags: regex.flags }).reports
  if (report)
    return `${report.exponential ? 'exponential' : 'polynomial'} for ${JSON.stringify(report.character.pick)} repeated`
  maxCpu ??= maxShare * leastCpuOf(quadratic, 'a'.repeat(hostileLength))
  const limit = maxCpu
  const slow = hostileStrings(regex).find((text) => leastCpuOf(regex, text) > limit)
  return slow === undefined ? undefined : `slow for ${JSON.stringify(slow.slice(0, 20))} and so on`
}

/** Of two times, because the first one may include compiling. */
function leastCpuOf(regex: RegExp, text: string): number {
  return Math.min(cpuOf(regex, text), cpuOf(regex, text))
}

/** The CPU time in ms that searching a text takes. */
function cpuOf(regex: RegExp, text: string): number {
  const before = process.cpuUsage()
  // finds every match, if the expression has the flag for it
  text.replace(regex, '')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Texts that repeat up to six neighbouring parts of a pattern, begin as the pattern does or not, and then don't match. */
function hostileStrings(regex: RegExp): readonly string[] {
  const texts = new Set<string>()
  visitRegExpAST(parseRegExpLiteral(regex), {
    onAlternativeEnter({ elements }) {
      const parts = elements.map((element) => exampleOf(element, regex.flags))
      for (const from of parts.keys()) {
        for (const length of [1, 2, 3, 4, 5, 6]) {
          const piece = parts.slice(from, from + length).join('')
          if (piece === '') continue
          const repeated = piece.repeat(hostileLength / piece.length)
          for (const start of ['', parts.slice(0, from).join('')]) texts.add(`${start}${repeated}\u0001\n`)
        }
      }
    },
  })
  return [...texts]
}

/** A text that this part of a pattern matches, as short as possible. */
function exampleOf(element: AST.Element, flags: string): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'Quantifier':
      return exampleOf(element.element, flags).repeat(Math.max(1, element.min))
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives[0]?.elements.map((inner) => exampleOf(inner, flags)).join('') ?? ''
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const matches = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gy]/g, ''))
      return [...candidates, ...Array.from(element.raw)].find((character) => matches.test(character)) ?? ''
    }
    case 'Assertion':
    case 'Backreference':
      return ''
  }
}

/** Tried in turn for a class of characters. */
const candidates = ['a', '0', ' ', '.', '[', '/', '\n', '\u0000']
