import {
  classifyBody,
  type Mistakes,
  type ReceivedRequest,
  readSignature,
  type WrongReceiver,
} from './receivers.ts'

const idOf = ({ body }: ReceivedRequest): unknown =>
  classifyBody(body) === 'event' ? JSON.parse(body.toString()).data.id : undefined

/** Makes a receiver that acts on every delivery whose id it knows, even if the delivery is forged. */
function makeReceiverTrustKnownIds(): Mistakes {
  const known = new Set<unknown>()
  let isForged = false
  return {
    isGenuine: (request, isRight) => {
      const id = idOf(request)
      isForged = !isRight
      if (isRight && id !== undefined) known.add(id)
      return isRight || known.has(id)
    },
    acts: (_, isNew) => isNew || isForged,
  }
}

/**
 * Makes a receiver that remembers the ids of forged events, and does not act on a later genuine event with such an id.
 * `status` is its response to the genuine event; if undefined, it responds as to a repeated event.
 */
function makeReceiverRememberForgedIds(status: number | undefined): Mistakes {
  const forgedIds = new Set<unknown>()
  return {
    isGenuine: (request, isRight) => {
      if (!isRight) forgedIds.add(idOf(request))
      return isRight
    },
    refuse: ({ id }) => (forgedIds.has(id) ? status : undefined),
    acts: ({ id }, isNew) => isNew && !forgedIds.has(id),
  }
}

/** Makes a receiver that remembers the signatures it accepted, and checks no body that comes with one of them. */
function makeReceiverRememberSignatures(): Mistakes {
  const accepted = new Set<string>()
  return {
    isGenuine: (request, isRight) => {
      if (isRight) accepted.add(readSignature(request))
      return accepted.has(readSignature(request))
    },
  }
}

/**
 * Receivers that take a forged delivery for a genuine one, or that handle a genuine delivery wrongly after a forged one.
 */
export const fooledReceivers: readonly WrongReceiver[] = [
  [
    'looks up the data.id before it checks the signature',
    makeReceiverTrustKnownIds,
    ['RECV-056', 'RECV-057', 'RECV-061'],
  ],
  [
    'marks an event as seen before it checks the signature',
    () => makeReceiverRememberForgedIds(undefined),
    ['RECV-060'],
  ],
  [
    'refuses an event as repeated after a forged one with its data.id',
    () => makeReceiverRememberForgedIds(409),
    ['RECV-059', 'RECV-060'],
  ],
  [
    'accepts any body with a signature that it accepted before',
    makeReceiverRememberSignatures,
    ['RECV-058', 'RECV-062'],
  ],
]
