import type { Mutant } from '../../../selftest/mutant.ts'
import { attemptMutants } from './webhooks/attempts.ts'
import { contentMutants } from './webhooks/contents.ts'
import { logMutants } from './webhooks/log.ts'
import { lostMutants } from './webhooks/lost.ts'
import { otherEvents } from './webhooks/others.ts'

/** Webhooks: one delivery beside another, and their log. */
export const webhookExplorationMutants: readonly Mutant[] = [
  ...attemptMutants,
  ...lostMutants,
  ...contentMutants,
  ...logMutants,
  ...otherEvents,
]
