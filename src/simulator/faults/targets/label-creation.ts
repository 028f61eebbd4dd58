import type { Modes, Target } from '../target.ts'
import { labelCodes } from './carrier.ts'

/** Faults of label creation with any carrier; they take effect in `../../resources/labels/purchase.ts`. */
export const labelCreation = {
  names: ['label_creation'],
  shownAs: ['label_creation'],
  label: 'label_creation',
  operations: [],
  operationsHelp: null,
  modes: {
    error: {
      takes: ['code', 'message'],
      does: '500 `LABEL.CREATION.FAILED`, or the `code`; nothing is charged',
    },
  } as const satisfies Modes,
  codesOn: () => labelCodes,
} as const satisfies Target
