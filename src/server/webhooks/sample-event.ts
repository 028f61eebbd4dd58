import seed from '../../../fixtures/seed.json' with { type: 'json' }
import { sign } from '../../simulator/webhooks/signature.ts'
import { defaultUrl, replaceDefaultUrl } from '../http/request-origin.ts'

/** The event that the documentation shows. Its signature depends on the simulator's URL, which is in the body. */
export interface ShownEvent {
  /** The body of the request as text. */
  readonly body: string
  readonly signature: string
  /** The secret that signs the event: the signing secret of the account `default`. */
  readonly secret: string
}

/** Returns the sample event as a simulator at this URL sends it. `payload` is its parsed body. */
export function signSampleEvent(payload: unknown, url: string): ShownEvent {
  const body = replaceDefaultUrl(JSON.stringify(payload), url)
  return { body, signature: sign(body, seed.signing_secret), secret: seed.signing_secret }
}

/** Replaces the URL in a text with the sample event, and the signature by the signature of the changed body. */
export function replaceUrlAndSignature(text: string, payload: unknown, url: string): string {
  return replaceDefaultUrl(text, url).replaceAll(
    signSampleEvent(payload, defaultUrl).signature,
    signSampleEvent(payload, url).signature,
  )
}
