import { batches } from './batches/batch-oracle.ts'
import { events } from './events/event-oracle.ts'
import { isolation } from './isolation-oracle.ts'
import { keys } from './key-oracle.ts'
import { labels } from './labels/label-oracle.ts'
import { limits } from './limit-oracle.ts'
import { type AnyOracle, eraseMemoryType } from './oracle.ts'
import { rates } from './rates/rate-oracle.ts'
import { responses } from './response-oracle.ts'
import { trackers } from './tracker-oracle.ts'
import { wallets } from './wallets/wallet-oracle.ts'

/** All oracles (checks of a walk's responses), by the rules that report their findings. */
export const oracles: readonly AnyOracle[] = [
  eraseMemoryType(wallets),
  eraseMemoryType(rates),
  eraseMemoryType(labels),
  eraseMemoryType(batches),
  eraseMemoryType(trackers),
  eraseMemoryType(events),
  eraseMemoryType(keys),
  eraseMemoryType(limits),
  eraseMemoryType(isolation),
  eraseMemoryType(responses),
]
