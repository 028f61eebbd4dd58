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
    .flatMap((text) => [...new Set([text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)])])
  const concealRun = (run: string): string => {
    const digits = decoded(run)
    // Read from both its ends: what is longer than a secret has more before or behind it.
    for (const from of [0, digits.length - partLength]) {
      const to = from + partLength
      if (isSecretPart(digits.slice(from, to).toLowerCase()))
        return `${digits.slice(0, from)}…${digits.slice(to - 4)}`
    }
    return run
  }
  return (text) => {
    let clean = redactSecrets(text)
    if (mayHoldDigits.test(clean)) clean = clean.replace(digitRun, concealRun)
    for (const form of forms) clean = clean.replaceAll(form, '…')
    return clean
  }
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
