const plain = /(pr_(?:test|live)_|whsec_)[0-9a-f]{8,}/gi

/** One character of a pattern as a path may hold it, percent-encoded however often, or as JSON may escape it. */
const written = (character: string): string => {
  const codes = [...new Set([character.toLowerCase(), character.toUpperCase()])].map((each) =>
    each.charCodeAt(0).toString(16).padStart(2, '0'),
  )
  return `(?:${character}|%(?:25)*(?:${codes.join('|')})|\\\\u00(?:${codes.join('|')}))`
}
const spelled = (word: string): string => [...word].map(written).join('')
const anyDigit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6])|\\\\u00(?:3[0-9]|[46][1-6]))'
const encoded = new RegExp(
  `(?:${spelled('pr')}${written('_')}(?:${spelled('test')}|${spelled('live')})${written('_')}|${spelled('whsec')}${written('_')})${anyDigit}{8,}`,
  'gi',
)

const digitRun = new RegExp(`${anyDigit}{32,}`, 'gi')
const partLength = 32
/** What may be seen of a secret, to tell it from others. */
const shownLength = 4
/** A shorter token is part of too much that is none. */
const shortestText = 8

/** Secrets that a simulator knows to be its own. */
export interface KnownSecrets {
  /** Whether these 32 digits are what follows the prefix of a key or a signing secret. */
  isSecretPart(digits: string): boolean
  /** Secrets of any form, such as the control token. */
  readonly texts: readonly string[]
}

/** Takes out of a text what nobody who reads it should have. */
export type Conceal = (text: string) => string

/** The one place that conceals all the simulator shows of others: what looks like a secret, and what is one of its own. */
export function concealing({ isSecretPart, texts }: KnownSecrets): Conceal {
  const forms = texts
    .filter((text) => text.length >= shortestText)
    .flatMap((text) => [...new Set([...plainForms(text), ...codedForms(text)])])
  const concealRun = (run: string): string => {
    const digits = decoded(run)
    const at = secretIn(digits, isSecretPart)
    return at === undefined ? run : `${digits.slice(0, at)}…${digits.slice(at + partLength - shownLength)}`
  }
  return (text) => {
    let clean = redactSecrets(text)
    if (mayHoldDigits.test(clean)) clean = clean.replace(digitRun, concealRun)
    for (const coding of codings) clean = concealCoded(clean, coding, isSecretPart)
    for (const form of forms) clean = clean.replaceAll(form, '…')
    return clean
  }
}

/** Where a secret's digits begin: read from both ends, as what is longer than a secret has more before or behind it. */
function secretIn(digits: string, isSecretPart: KnownSecrets['isSecretPart']): number | undefined {
  return [0, digits.length - partLength].find((from) =>
    isSecretPart(digits.slice(from, from + partLength).toLowerCase()),
  )
}

/** A way to write bytes as letters and digits, of which there is more than one reading: from each of the first places. */
interface Coding {
  readonly name: 'base64' | 'hex'
  /** What may hold the digits of a secret. */
  readonly run: RegExp
  /** What 32 digits become in it, which is seldom: the rest need not be read. */
  readonly digits: RegExp
  readonly readings: number
  readonly lettersPerByte: number
}

const codings: readonly Coding[] = [
  {
    name: 'hex',
    run: /[0-9a-f]{64,}/gi,
    digits: /(?:3[0-9]|[46][1-6]){16}/i,
    readings: 2,
    lettersPerByte: 2,
  },
  // Also as it is written in addresses. A slash may as well be one between two parts of a path: any reading will do.
  {
    name: 'base64',
    run: /[\w+/-]{42,}/g,
    // Of three digits, the first gives the first of four letters.
    digits: /(?:[MNOQRYZ][A-Za-z0-9]{3}){10}/,
    readings: 4,
    lettersPerByte: 4 / 3,
  },
]
const secretLooking = /(?:pr_(?:test|live)_|whsec_)[0-9a-f]{8,}|[0-9a-f]{32,}/gi

/** What is written is read, and looked up as it would be in plain text: no list of all secrets in all their forms is needed. */
function concealCoded(
  text: string,
  { name, run, digits, readings, lettersPerByte }: Coding,
  isSecretPart: KnownSecrets['isSecretPart'],
): string {
  if (!digits.test(text)) return text
  let clean = text
  for (let from = 0; from < readings; from += 1) {
    clean = clean.replace(run, (letters) => {
      if (!digits.test(letters)) return letters
      const placeOf = (byte: number): number => from + byte * lettersPerByte
      let shown = ''
      let done = 0
      for (const { 0: found, index } of Buffer.from(letters.slice(from), name)
        .toString('latin1')
        .matchAll(secretLooking)) {
        const isByLooks = found.includes('_')
        const at = isByLooks ? 0 : secretIn(found, isSecretPart)
        if (at === undefined) continue
        const secret = isByLooks ? found : found.slice(at, at + partLength)
        shown += letters.slice(done, Math.floor(placeOf(index + at)))
        shown += isByLooks ? maskOf(secret) : `…${secret.slice(-shownLength)}`
        done = Math.ceil(placeOf(index + at + secret.length))
      }
      return shown + letters.slice(done)
    })
  }
  return clean
}

function plainForms(text: string): readonly string[] {
  return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)]
}

/** In hexadecimal, and what is the same of its base64 whatever stands beside it, by how many bytes stand before it. */
function codedForms(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const sure = base64.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [hex, hex.toUpperCase(), ...inBase64]
}

const mayHoldDigits = /[0-9a-f]{32}|%|\\u/i

/**
 * The text with every API key and signing secret in it, also what only looks like one, cut down to its prefix and last
 * four characters: as it is, percent-encoded or escaped.
 */
export function redactSecrets(text: string): string {
  const clean = text.replace(plain, maskOf)
  return /%|\\u/.test(clean) ? clean.replace(encoded, (found) => maskOf(decoded(found))) : clean
}

function maskOf(secret: string): string {
  return `${secret.slice(0, secret.lastIndexOf('_') + 1)}…${secret.slice(-4)}`
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%(?:25)*|\\u00)([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
