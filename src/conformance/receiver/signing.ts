import { createHash, createHmac } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

/** The shell variable that holds the webhook signing secret in curl lines, as `drydock exec` sets it. */
export const secretVariable = 'DRYDOCK_WEBHOOK_SECRET'

/** How a webhook delivery is signed. A field that is left out is as documented (specification, Signature). */
export interface Signing {
  /** The name of the header with the signature; `PR-Signature` by default. */
  readonly header?: string
  /** The text before the signature's digits; `sha256=` by default. */
  readonly prefix?: string
  /** The key of the signature: the secret (default), another text, or `none` for a plain SHA-256. */
  readonly key?: 'secret' | 'none' | { readonly text: string }
  /** The text that is signed, if it is not the body that is sent. */
  readonly text?: string
  /** The form of the signature's digits; lower case by default. */
  readonly digits?: 'upper' | 'first half' | 'extended' | 'other last'
  /** The whole value of the signature header, in place of a computed signature. */
  readonly value?: string
}

/** An HTTP header with the signature of a webhook delivery. */
export interface SignatureHeader {
  readonly name: string
  readonly value: string
  /** The digits of a signature with the real secret, which reports must not show; undefined for other signatures. */
  readonly secretDigits: string | undefined
  /**
   * Returns the header's value as a shell expression; undefined if the plain value can be written. `text` is the name
   * of the variable with the signed text.
   */
  renderShell(text: string): string | undefined
}

const extraDigits = '00'

/** Returns the digits of a signature in the form that `form` names. */
function formatSignature(digits: string, form: Signing['digits']): string {
  if (form === 'upper') return digits.toUpperCase()
  if (form === 'first half') return digits.slice(0, digits.length / 2)
  if (form === 'other last') return `${digits.slice(0, -1)}${digits.endsWith('0') ? '1' : '0'}`
  return form === 'extended' ? `${digits}${extraDigits}` : digits
}

/** Returns the header with the signature of a body. */
export function signBody(body: string | Buffer, signing: Signing, secret: string): SignatureHeader {
  const name = signing.header ?? constants.signatureHeader
  const { value, key = 'secret', digits: form } = signing
  if (value !== undefined) return { name, value, secretDigits: undefined, renderShell: () => undefined }
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
    renderShell: (variable) =>
      key === 'secret' ? `${prefix}${renderShellSignature(variable, form)}` : undefined,
  }
}

/** Returns a shell expression that signs the text of a variable with the secret in the environment. */
function renderShellSignature(variable: string, form: Signing['digits']): string {
  const cut = `cut -c1-${form === 'first half' ? 32 : 64}`
  const change =
    form === 'upper'
      ? ' | tr a-f A-F'
      : form === 'other last'
        ? " | sed -e 's/0$/x/' -e 's/[^x]$/0/' -e 's/x$/1/'"
        : ''
  const made = `$(printf %s "$${variable}" | openssl dgst -sha256 -hmac "$${secretVariable}" -r | ${cut}${change})`
  return form === 'extended' ? `${made}${extraDigits}` : made
}
