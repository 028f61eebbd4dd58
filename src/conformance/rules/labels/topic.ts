import type { Topic } from '../../topic.ts'
import { carrierPurchaseRules } from './at-carriers.ts'
import { eachLabelRules } from './each-carrier.ts'
import { labelAddressRules } from './label-addresses.ts'
import { labelLifeRules } from './label-life.ts'
import { labelRefusalRules } from './label-refusals.ts'
import { labelRules } from './labels.ts'
import { sandboxRules } from './sandbox.ts'
import { secondLabelRules } from './second-labels.ts'
import { labelTextRules } from './texts.ts'

/** Rules about purchases and labels of the sandbox and of production; deliberately broken services test the rules. */
export const labels: Topic = {
  ids: [
    { first: 'LABEL-001', next: 'LABEL-018', about: 'a purchase and its label' },
    { first: 'LABEL-101', next: 'LABEL-119', about: 'the addresses of a label, part by part' },
    { first: 'LABEL-201', next: 'LABEL-215', about: 'purchases that are refused, or fail' },
    { first: 'LABEL-221', next: 'LABEL-228', about: 'refused purchases that charge nothing' },
    { first: 'LABEL-231', next: 'LABEL-236', about: 'purchases with a live key that are refused' },
    { first: 'LABEL-401', next: 'LABEL-415', about: 'a label after its purchase' },
    { first: 'SAND-001', next: 'SAND-015', about: 'sandbox labels and their price' },
  ],
  rules: [
    ...sandboxRules,
    ...labelRules,
    ...labelAddressRules,
    ...labelLifeRules,
    ...secondLabelRules,
    ...labelRefusalRules,
    ...eachLabelRules,
    ...labelTextRules,
    ...carrierPurchaseRules,
  ],
  shownBehind: { 'LABEL-016': 'WALLET-011' },
  mutants: async () => (await import('./mutants.ts')).mutants,
}
