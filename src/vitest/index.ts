import './matchers.ts'

export { expect } from 'vitest'
export { type DescribedOptions, describeConformance } from '../conformance/vitest.ts'
export type { AcceptedFindings } from '../testing/review-findings.ts'
export type { TestAccount } from '../testing/test-account.ts'
export { createTest, type DrydockFixtures, type DrydockTest, it, test } from './fixtures.ts'
export type { DrydockMatchers } from './matchers.ts'
export { describeUnderVariations } from './variations.ts'
