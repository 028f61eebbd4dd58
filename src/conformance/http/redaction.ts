import { encodeInBase64, openKnownSecrets } from './known-secrets.ts'

const keyShape = /pr_(?:live|test)_[0-9a-fA-F]{8,}/g
const secretShape = /whsec_[0-9a-zA-Z]{8,}/g
/** Matches JSON fields whose values are personal data. */
const personalField = /("(?:street[0-9]?|phone|email)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
/** Matches JSON fields with names of people or companies. They are masked only in an address: an object that also has a street or a city. */
const nameField = /("(?:name|company)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
const innermostObject = /\{[^{}]*\}?/g
const placeField = /"(?:street\w*|line_?1|city|zip|postal\w*)"\s*:/i

/** Masks, in texts, whatever must not leave this process: keys, secrets, and addresses of people. */
export interface Redactor {
  /** Masks this secret from now on, and also the part of a key after its prefix. */
  learn(secret: string): void
  /** Masks this name or place from now on, in any letter case. */
  learnPerson(text: string): void
  /** Masks secrets and personal data in a text. Texts of the built-in profile name no real person, so they stay. */
  redact(text: string): string
  /**
   * Masks secrets and the profile's personal data in a request that the harness sent. A rule or a random walk
   * invented all other names in the request. They stay readable here and in later texts, so that readers can see
   * differences.
   */
  redactOwn(text: string): string
  /** Masks only secrets, for texts that cannot hold an address. */
  conceal(text: string): string
  /** Returns the mask of the first secret that a text still has in any form; undefined if it has none. */
  findSecret(text: string): string | undefined
}

/** How many texts that rules and walks invented are kept at most. A run has a few hundred. */
const maxOwnTexts = 2_000

/** Creates a redactor that knows no secrets yet. `nobodys` are texts that name no real person and are never masked. */
export function openRedactor(nobodys: ReadonlySet<string> = new Set()): Redactor {
  const { learn, conceal, findSecret } = openSecrets()
  const people = new Set<string>()
  /** All personal texts in lower case, including those that are too short to be masked everywhere. */
  const privates = new Set<string>()
  /** Texts that rules and random walks invented. */
  const own = new Set<string>()
  const maskValue = (all: string, before: string, value: string, after: string): string =>
    value === '' || nobodys.has(value) || own.has(value) ? all : `${before}…${after}`
  const rememberOwnText = (all: string, before: string, value: string, after: string): string => {
    const isPrivate = [...privates].some((text) => value.toLowerCase().includes(text))
    if (isPrivate) return maskValue(all, before, value, after)
    if (own.size < maxOwnTexts) own.add(value)
    return all
  }
  const replacePersonalTexts = (text: string, by: typeof maskValue): string => {
    let clean = conceal(text)
      .replace(personalField, by)
      .replace(innermostObject, (object) =>
        placeField.test(object) ? object.replace(nameField, by) : object,
      )
    for (const person of people) {
      const literal = person.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      // safe regex: all special characters of `literal` are escaped, so the expression has no repetition.
      clean = clean.replace(new RegExp(literal, 'gi'), '…')
    }
    return clean
  }
  return {
    learn,
    conceal,
    findSecret,
    learnPerson: (text) => {
      // A shorter name would also be found in ordinary words.
      if (text.length >= 4 && !nobodys.has(text)) people.add(text)
      if (text.length >= 2 && !nobodys.has(text)) privates.add(text.toLowerCase())
    },
    redact: (text) => replacePersonalTexts(text, maskValue),
    redactOwn: (text) => replacePersonalTexts(text, rememberOwnText),
  }
}

function openSecrets(): Pick<Redactor, 'learn' | 'conceal' | 'findSecret'> {
  const secrets = new Map<string, string>()
  const known = openKnownSecrets()
  /** Secrets that are not indexed yet. Indexing takes long, and a run without failures searches hardly any text. */
  const fresh = new Set<string>()
  const addForms = (secret: string): void => {
    const mask = maskOf(secret)
    const isKey = mask !== '[redacted]'
    if (isLongEnough(withoutKeyPrefix(secret))) known.add(secret, isKey ? `…${secret.slice(-4)}` : mask)
    // There can be thousands of keys. `known` recognises any text that looks like a key, so no encoded variants are kept.
    if (isKey && isLongEnough(withoutKeyPrefix(secret))) return
    for (const form of listForms(secret)) secrets.set(form, mask)
  }
  const addFreshForms = (): void => {
    for (const secret of fresh) addForms(secret)
    fresh.clear()
  }
  return {
    learn: (secret) => {
      // A shorter secret would also be found in ordinary words.
      if (secret.length >= 8) fresh.add(secret)
    },
    conceal: (text) => {
      addFreshForms()
      let clean = text
      for (const [form, mask] of secrets) if (clean.includes(form)) clean = clean.replaceAll(form, mask)
      return known.mask(clean.replace(keyShape, maskOf).replace(secretShape, maskOf))
    },
    findSecret: (text) => {
      addFreshForms()
      for (const [form, mask] of secrets) if (text.includes(form)) return mask
      const [shaped] = text.match(keyShape) ?? text.match(secretShape) ?? []
      return shaped === undefined ? known.find(text) : maskOf(shaped)
    },
  }
}

/** Returns the mask of a secret, which still distinguishes keys: `pr_test_…d0c0`. */
function maskOf(secret: string): string {
  const [, prefix] = /^(pr_live_|pr_test_|whsec_)/.exec(secret) ?? []
  return prefix === undefined ? '[redacted]' : `${prefix}…${secret.slice(-4)}`
}

/** Returns true if a text is too long and varied for an ordinary word or a placeholder such as `xxxxxxxx`. */
function isLongEnough(bare: string): boolean {
  return bare.length >= 16 && new Set(bare).size > 2
}

/** Removes the prefix of a secret, such as `pr_test_`, which is public. */
function withoutKeyPrefix(secret: string): string {
  return secret.replace(/^(?:[a-z]+_)+(?=.)/i, '')
}

function listForms(secret: string): readonly string[] {
  return [...new Set([secret, encodeURIComponent(secret), ...encodeInBase64(secret)])]
}
