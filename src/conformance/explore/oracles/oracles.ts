import { batches } from './batches/batch-oracle.ts'
import { events } from './events/event-oracle.ts'
import { isolation } from './isolation-oracle.ts'
import { keys } from './key-oracle.ts'
import { labels } from './labels/label-oracle.ts'
import { limits } from './limit-oracle.ts'
import { type AnyOracle, anyOracle } from './oracle.ts'
import { rates } from './rates/rate-oracle.ts'
import { responses } from './response-oracle.ts'
import { trackers } from './tracker-oracle.ts'
import { wallets } from './wallets/wallet-oracle.ts'

/** All oracles, by group. */
export const oracles: readonly AnyOracle[] = [
  anyOracle(wallets),
  anyOracle(rates),
  anyOracle(labels),
  anyOracle(batches),
  anyOracle(trackers),
  anyOracle(events),
  anyOracle(keys),
  anyOracle(limits),
  anyOracle(isolation),
  anyOracle(responses),
]
