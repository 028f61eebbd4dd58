import { createKnownSecrets, encodeInBase64 } from './known-secrets.ts'

const keyShape = /pr_(?:live|test)_[0-9a-fA-F]{8,}/g
const secretShape = /whsec_[0-9a-zA-Z]{8,}/g
/** Matches JSON fields whose values are personal data. */
const personalField = /("(?:street[0-9]?|phone|email)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
/** Matches the name of a person or company in JSON. It is masked only in an address: an object that also has a street or a city. */
const nameField = /("(?:name|company)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
const innermostObject = /\{[^{}]*\}?/g
const placeField = /"(?:street\w*|line_?1|city|zip|postal\w*)"\s*:/i

/** Masks in texts everything that must not leave this process: keys, secrets, and addresses of people. */
export interface Redactor {
  /** Adds a secret that is masked from now on. The part of an API key after its prefix is masked, too. */
  addSecret(secret: string): void
  /** Adds a name or place that is masked from now on, in any letter case. */
  addPersonalText(text: string): void
  /** Masks secrets and personal data in a text, except texts of the built-in profile, which name no real person. */
  redact(text: string): string
  /**
   * Masks secrets and the profile's personal data in a request that the harness sent. All other names in the request
   * were invented by a rule or a random walk. They stay readable in this and later texts, so that reports can show how
   * values differ.
   */
  redactOwn(text: string): string
  /** Masks only secrets, for texts that cannot hold an address. */
  conceal(text: string): string
  /** Returns the mask of the first secret that a text still has in any form; undefined if it has none. */
  findSecret(text: string): string | undefined
}

/** How many invented texts of rules and random walks are remembered at most. A run has a few hundred. */
const maxOwnTexts = 2_000

/** Creates a redactor that knows no secrets yet. It never masks the texts in `nobodys`, which name no real person. */
export function createRedactor(nobodys: ReadonlySet<string> = new Set()): Redactor {
  const { addSecret, conceal, findSecret } = createSecretMasker()
  const people = new Set<string>()
  /** All personal texts in lower case, including short ones, which are masked only as the value of a field. */
  const privates = new Set<string>()
  /** Texts that rules and random walks invented, which stay readable. */
  const own = new Set<string>()
  const maskValue = (match: string, before: string, value: string, after: string): string =>
    value === '' || nobodys.has(value) || own.has(value) ? match : `${before}…${after}`
  const rememberInventedText = (match: string, before: string, value: string, after: string): string => {
    const isPrivate = [...privates].some((text) => value.toLowerCase().includes(text))
    if (isPrivate) return maskValue(match, before, value, after)
    if (own.size < maxOwnTexts) own.add(value)
    return match
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
    addSecret,
    conceal,
    findSecret,
    addPersonalText: (text) => {
      // A name of fewer than four characters would also be found inside ordinary words.
      if (text.length >= 4 && !nobodys.has(text)) people.add(text)
      if (text.length >= 2 && !nobodys.has(text)) privates.add(text.toLowerCase())
    },
    redact: (text) => replacePersonalTexts(text, maskValue),
    redactOwn: (text) => replacePersonalTexts(text, rememberInventedText),
  }
}

function createSecretMasker(): Pick<Redactor, 'addSecret' | 'conceal' | 'findSecret'> {
  const secrets = new Map<string, string>()
  const known = createKnownSecrets()
  /** Secrets whose forms are not yet computed. This takes long, and a run without failures searches hardly any text. */
  const fresh = new Set<string>()
  const addForms = (secret: string): void => {
    const mask = createMask(secret)
    const isKey = mask !== '[redacted]'
    if (isDistinctive(removeKeyPrefix(secret))) known.add(secret, isKey ? `…${secret.slice(-4)}` : mask)
    // `known` finds an API key in any encoding. As there can be thousands of keys, `secrets` does not store their forms as well.
    if (isKey && isDistinctive(removeKeyPrefix(secret))) return
    for (const form of listEncodedForms(secret)) secrets.set(form, mask)
  }
  const addFreshForms = (): void => {
    for (const secret of fresh) addForms(secret)
    fresh.clear()
  }
  return {
    addSecret: (secret) => {
      // A secret of fewer than eight characters would also be found inside ordinary words.
      if (secret.length >= 8) fresh.add(secret)
    },
    conceal: (text) => {
      addFreshForms()
      let clean = text
      for (const [form, mask] of secrets) if (clean.includes(form)) clean = clean.replaceAll(form, mask)
      return known.mask(clean.replace(keyShape, createMask).replace(secretShape, createMask))
    },
    findSecret: (text) => {
      addFreshForms()
      for (const [form, mask] of secrets) if (text.includes(form)) return mask
      const [shaped] = text.match(keyShape) ?? text.match(secretShape) ?? []
      return shaped === undefined ? known.find(text) : createMask(shaped)
    },
  }
}

/** Returns the text that replaces a secret. For API keys it shows the end, so that readers can tell keys apart: `pr_test_…d0c0`. */
function createMask(secret: string): string {
  const [, prefix] = /^(pr_live_|pr_test_|whsec_)/.exec(secret) ?? []
  return prefix === undefined ? '[redacted]' : `${prefix}…${secret.slice(-4)}`
}

/** Returns true if a text is too long and varied to be an ordinary word or a placeholder such as `xxxxxxxx`. */
function isDistinctive(bare: string): boolean {
  return bare.length >= 16 && new Set(bare).size > 2
}

/** Removes the prefix of a secret, such as `pr_test_`, which is public. */
function removeKeyPrefix(secret: string): string {
  return secret.replace(/^(?:[a-z]+_)+(?=.)/i, '')
}

function listEncodedForms(secret: string): readonly string[] {
  return [...new Set([secret, encodeURIComponent(secret), ...encodeInBase64(secret)])]
}
