import seed from '../../../fixtures/seed.json' with { type: 'json' }
import { sign } from '../../simulator/webhooks/signature.ts'
import { replaceOrigin, writtenUrl } from '../http/request-origin.ts'

/**
 * The event that the documentation shows. Its body contains the simulator's address, and its signature covers the body.
 */
export interface ShownEvent {
  /** The body as it was sent. */
  readonly body: string
  readonly signature: string
  /** The secret that signs the event: that of the account `default`. */
  readonly secret: string
}

/** Returns the sample event as a simulator at this URL sends it. `payload` is its parsed body. */
export function signSampleEvent(payload: unknown, url: string): ShownEvent {
  const body = replaceOrigin(JSON.stringify(payload), url)
  return { body, signature: sign(body, seed.signing_secret), secret: seed.signing_secret }
}

/** Replaces the URL in a text that contains the sample event, and the signature by that of the changed body. */
export function replaceUrlAndSignature(text: string, payload: unknown, url: string): string {
  return replaceOrigin(text, url).replaceAll(
    signSampleEvent(payload, writtenUrl).signature,
    signSampleEvent(payload, url).signature,
  )
}
