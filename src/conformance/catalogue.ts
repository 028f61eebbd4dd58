import type { Rule } from './rule.ts'
import { walletRules } from './rules/wallet.ts'

/** Every rule there is, in the order of reports. */
export const rules: readonly Rule[] = [...walletRules]
