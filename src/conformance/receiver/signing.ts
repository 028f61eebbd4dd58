import { createHash, createHmac } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

/** The shell variable that holds the signing secret in curl lines, as `drydock exec` sets it. */
export const secretVariable = 'DRYDOCK_WEBHOOK_SECRET'

/** How a delivery is signed. Each field that is left out is as documented (specification, Signature). */
export interface Signing {
  /** The header; `PR-Signature` by default. */
  readonly header?: string
  /** The text before the digits; `sha256=` by default. */
  readonly prefix?: string
  /** The key: the secret (default), another text, or `none` for a plain SHA-256. */
  readonly key?: 'secret' | 'none' | { readonly text: string }
  /** The signed text, if it is not the body that is sent. */
  readonly text?: string
  /** The form of the digits; in lower case by default. */
  readonly digits?: 'upper' | 'first half' | 'extended'
  /** The whole value of the header, instead of a signature. */
  readonly value?: string
}

/** A header with a signature. */
export interface SignatureHeader {
  readonly name: string
  readonly value: string
  /** The digits that only a holder of the secret can make; undefined if there are none. */
  readonly secretDigits: string | undefined
  /** The value in a shell line; undefined if it is the plain value. `text` is the variable with the signed text. */
  shell(text: string): string | undefined
}

const extension = '00'

/** Returns the digits in the form that the signing asks for. */
function formatSignature(digits: string, form: Signing['digits']): string {
  if (form === 'upper') return digits.toUpperCase()
  if (form === 'first half') return digits.slice(0, digits.length / 2)
  return form === 'extended' ? `${digits}${extension}` : digits
}

/** Signs a body. */
export function sign(body: string | Buffer, signing: Signing, secret: string): SignatureHeader {
  const name = signing.header ?? constants.signatureHeader
  const { value, key = 'secret', digits: form } = signing
  if (value !== undefined) return { name, value, secretDigits: undefined, shell: () => undefined }
  const prefix = signing.prefix ?? constants.signaturePrefix
  const text = signing.text ?? body
  const keyText = key === 'secret' ? secret : key === 'none' ? undefined : key.text
  const digits = (keyText === undefined ? createHash('sha256') : createHmac('sha256', keyText))
    .update(text)
    .digest('hex')
  return {
    name,
    value: `${prefix}${formatSignature(digits, form)}`,
    secretDigits: key === 'secret' ? digits : undefined,
    shell: (variable) => (key === 'secret' ? `${prefix}${shellDigits(variable, form)}` : undefined),
  }
}

/** Returns shell words that sign the text of a variable with the secret of the environment. */
function shellDigits(variable: string, form: Signing['digits']): string {
  const cut = `cut -c1-${form === 'first half' ? 32 : 64}`
  const upper = form === 'upper' ? ' | tr a-f A-F' : ''
  const made = `$(printf %s "$${variable}" | openssl dgst -sha256 -hmac "$${secretVariable}" -r | ${cut}${upper})`
  return form === 'extended' ? `${made}${extension}` : made
}
