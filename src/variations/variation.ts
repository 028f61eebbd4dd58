import type { WireAlteration } from './alteration.ts'

/**
 * A service that conforms to the specification but differs from the simulator in one point. No conformance rule may
 * fail on it.
 */
export interface Variation {
  /** The id in kebab-case. If the variation is removed, no other may use its id. */
  readonly id: string
  /** The difference from the simulator, in one or more sentences. */
  readonly what: string
  /** The place where the specification does not say which behaviour is right, so that both are allowed. */
  readonly silent: SpecificationGap
  /** Present if users can choose the variation, because a client could fail on it. */
  readonly offered?: Offer
  /** Creates the alteration of HTTP messages that makes the difference. Each call creates a new one, as it may remember earlier messages. */
  open(): WireAlteration
}

/** A place where the specification says too little: a choice by its number, a statement, or a section without a statement. */
export type SpecificationGap =
  | { readonly choice: number }
  | { readonly statement: string }
  | { readonly section: string }

/** The facts about a variation that users need. */
export interface Offer {
  /** The parts of the service that the variation changes. Two variations of the same part cannot be combined. */
  readonly changes: readonly ServicePart[]
  /** The reason why a client must work in spite of the variation. */
  readonly because: string
}

/** The parts of the service, in the order in which their variations are applied: texts and headers are last. */
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

/** The name of a part of the service. */
export type ServicePart = (typeof serviceParts)[number]
