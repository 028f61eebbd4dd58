import { inBase64, openKnownSecrets } from './known-secrets.ts'

const keyShape = /pr_(?:live|test)_[0-9a-fA-F]{8,}/g
const secretShape = /whsec_[0-9a-zA-Z]{8,}/g
/** Fields whose values are about people, as they stand in JSON. */
const personalField = /("(?:street[0-9]?|phone|email)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
/** Anything can have a name; what also has a street or a town is an address. */
const nameField = /("(?:name|company)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
const innermostObject = /\{[^{}]*\}?/g
const placeField = /"(?:street\w*|line_?1|city|zip|postal\w*)"\s*:/i

/** Takes out of texts what must not leave this process: keys, secrets, and addresses of people. */
export interface Redactor {
  /** From here on this text is taken out of everything; of a key also what follows its prefix, which is all that is secret of it. */
  learn(secret: string): void
  /** From here on this person, place or whatever else is somebody's own is taken out, in any letter case. */
  learnPerson(text: string): void
  /** The text without secrets and without people; texts that the built-in profile has are nobody's and stay. */
  redact(text: string): string
  /** The text without secrets, for what cannot hold an address. */
  conceal(text: string): string
  /** The first secret that the text still holds, in any of the ways it could be written, as it may be named. */
  findSecret(text: string): string | undefined
}

export function openRedactor(nobodys: ReadonlySet<string> = new Set()): Redactor {
  const secrets = new Map<string, string>()
  const known = openKnownSecrets()
  const people = new Set<string>()
  const mask = (all: string, before: string, value: string, after: string): string =>
    value === '' || nobodys.has(value) ? all : `${before}…${after}`

  const learn = (secret: string): void => {
    // Anything shorter would take ordinary words out of every text.
    if (secret.length < 8) return
    const mask = maskOf(secret)
    const isKey = mask !== '[redacted]'
    if (isTelling(bareOf(secret))) known.add(secret, isKey ? `…${secret.slice(-4)}` : mask)
    // Keys can be thousands, and are all known by then.
    if (isKey && isTelling(bareOf(secret))) return
    for (const form of formsOf(secret)) secrets.set(form, mask)
  }
  const conceal = (text: string): string => {
    let clean = text
    for (const [form, mask] of secrets) if (clean.includes(form)) clean = clean.replaceAll(form, mask)
    return known.mask(clean.replace(keyShape, maskOf).replace(secretShape, maskOf))
  }
  return {
    learn,
    conceal,
    learnPerson: (text) => {
      // A shorter one would take parts out of ordinary words.
      if (text.length >= 4 && !nobodys.has(text)) people.add(text)
    },
    redact: (text) => {
      let clean = conceal(text)
        .replace(personalField, mask)
        .replace(innermostObject, (object) =>
          placeField.test(object) ? object.replace(nameField, mask) : object,
        )
      for (const person of people)
        clean = clean.replace(new RegExp(person.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '…')
      return clean
    },
    findSecret: (text) => {
      for (const [form, mask] of secrets) if (text.includes(form)) return mask
      const [shaped] = text.match(keyShape) ?? text.match(secretShape) ?? []
      return shaped === undefined ? known.find(text) : maskOf(shaped)
    },
  }
}

/** Enough to tell one key from another: `pr_test_…d0c0`. */
function maskOf(secret: string): string {
  const [, prefix] = /^(pr_live_|pr_test_|whsec_)/.exec(secret) ?? []
  return prefix === undefined ? '[redacted]' : `${prefix}…${secret.slice(-4)}`
}

/** Whether it can be nothing but a secret: what is shorter stands in ordinary words, and `xxxxxxxx` in examples. */
function isTelling(bare: string): boolean {
  return bare.length >= 16 && new Set(bare).size > 2
}

/** A secret without the words before its last underscore that tell what it is: those are no secret. */
function bareOf(secret: string): string {
  return secret.replace(/^(?:[a-z]+_)+(?=.)/i, '')
}

function formsOf(secret: string): readonly string[] {
  return [...new Set([secret, encodeURIComponent(secret), ...inBase64(secret)])]
}
