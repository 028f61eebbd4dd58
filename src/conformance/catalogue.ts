import type { Rule } from './rule.ts'

/** Every rule there is, in the order of reports. */
export const rules: readonly Rule[] = []
