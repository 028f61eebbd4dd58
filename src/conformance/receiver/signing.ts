import { createHash, createHmac } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }

/** The shell variable that holds the webhook signing secret in curl lines, as `drydock exec` sets it. */
export const secretVariable = 'DRYDOCK_WEBHOOK_SECRET'

/** How a webhook delivery is signed. If a field is left out, that part is as documented (specification, Signature). */
export interface Signing {
  /** The name of the header with the signature; `PR-Signature` by default. */
  readonly header?: string
  /** The text before the signature's digits; `sha256=` by default. */
  readonly prefix?: string
  /** The key of the signature: the secret (default), another text, or `none` for a plain SHA-256. */
  readonly key?: 'secret' | 'none' | { readonly text: string }
  /** The text that is signed, if it is not the body that is sent. */
  readonly text?: string
  /** How the digits of the signature are changed; by default they are right and in lower case. */
  readonly digits?: 'upper' | 'first half' | 'extended' | 'other last'
  /** The whole value of the signature header, in place of a computed signature. */
  readonly value?: string
}

/** An HTTP header with the signature of a webhook delivery. */
export interface SignatureHeader {
  readonly name: string
  readonly value: string
  /** The digits of the signature if it is made with the real secret, so that reports must mask them; otherwise undefined. */
  readonly secretDigits: string | undefined
  /**
   * Returns a shell expression for the header's value, which signs the text in this shell variable; undefined if
   * the value has no secret and can be written as it is.
   */
  renderShell(variable: string): string | undefined
}

const extraDigits = '00'

/** Changes the digits of a correct signature as `form` says. */
function formatSignature(digits: string, form: Signing['digits']): string {
  if (form === 'upper') return digits.toUpperCase()
  if (form === 'first half') return digits.slice(0, digits.length / 2)
  if (form === 'other last') return `${digits.slice(0, -1)}${digits.endsWith('0') ? '1' : '0'}`
  return form === 'extended' ? `${digits}${extraDigits}` : digits
}

/** Signs a body. Returns the header with the signature. */
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

/** Returns a shell expression that signs the text in a shell variable with the secret in an environment variable. */
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
