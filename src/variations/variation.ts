import type { WireAlteration } from './alteration.ts'

/** A variation: a service that conforms to the specification and differs from the simulator in one way. No rule may fail on it. */
export interface Variation {
  /** The id in kebab-case, which is never used again. */
  readonly id: string
  /** The difference from the simulator, which the specification allows. */
  readonly what: string
  /** The place where the specification leaves it open. */
  readonly silent: Silence
  /** Present if it is offered to users, whose client it could hurt. */
  readonly offered?: Offer
  open(): WireAlteration
}

/** A place where the specification says too little: the number of a choice, a statement that leaves it open, or a section without one. */
export type Silence =
  | { readonly choice: number }
  | { readonly statement: string }
  | { readonly section: string }

/** The facts about a variation for users. */
export interface Offer {
  /** The parts of the service that it changes. Two variations of the same part cannot be combined. */
  readonly changes: readonly ServicePart[]
  /** Why a client must bear it. */
  readonly because: string
}

/** A part of the service, in the order in which its variations are applied: texts and headers are last. */
export const serviceParts = [
  'ids',
  'carrier names',
  'service names',
  'tracking numbers',
  'wallet',
  'validation',
  'carrier accounts',
  'failed carriers',
  'label fields',
  'label addresses',
  'void',
  'tracking events',
  'batches',
  'deliveries',
  'suggestions',
  'error codes',
  'error texts',
  'error fields',
  'request ids',
  'success status',
  'fields',
  'field order',
  'event text',
  'times',
  'JSON text',
  'event headers',
  'number of deliveries',
  'time of deliveries',
  'time of responses',
  'content type',
  'body length',
  'connections',
  'more headers',
  'header names',
] as const

export type ServicePart = (typeof serviceParts)[number]
