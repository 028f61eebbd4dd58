import operationTable from '../../fixtures/spec/operations.json' with { type: 'json' }
import { type AnyErrorCode, codesIn } from '../../src/simulator/specification/errors.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  type Operation,
  type OperationName,
  operationFacts,
  operationNames,
} from '../../src/simulator/specification/operations.ts'

/** An operation of the service, and every code that it is documented to answer with. */
export interface DocumentedOperation extends Operation {
  readonly codes: readonly AnyErrorCode[]
  /** Codes that only a magic value or a fault brings about here. */
  readonly onDemand: readonly AnyErrorCode[]
  /** Whether it is one of the specification's, rather than a download beside them. */
  readonly isSpecified: boolean
  readonly hasBody: boolean
}

const keyCodes: readonly AnyErrorCode[] = [
  'AUTH.KEY.MISSING',
  'AUTH.KEY.INVALID',
  'AUTH.KEY.REVOKED',
  'AUTH.KEY.EXPIRED',
]

/** The thirteen operations and the two downloads, in the order of the specification. */
export const documentedOperations: readonly DocumentedOperation[] = [
  ...operationNames.map((name) => {
    const facts = operationFacts(name)
    const codes = codesIn(operationTable[name].errors)
    const hasBody = codes.includes('VALIDATION.FIELD.REQUIRED')
    const all = withCommon(codes, { ...facts, hasBody })
    return { ...facts, isSpecified: true, hasBody, codes: all, onDemand: demanded(name, facts) }
  }),
  {
    ...downloadLabel,
    isSpecified: false,
    hasBody: false,
    onDemand: [],
    codes: withCommon(['LABEL.NOT_FOUND', 'AUTH.KEY.SANDBOX_IN_PRODUCTION'], {
      ...downloadLabel,
      hasBody: false,
    }),
  },
  {
    ...downloadSandboxLabel,
    isSpecified: false,
    hasBody: false,
    onDemand: [],
    codes: ['AUTH.RATE_LIMIT.EXCEEDED', 'LABEL.NOT_FOUND'],
  },
]

function demanded(name: OperationName, { scope }: Operation): readonly AnyErrorCode[] {
  return [
    ...(name === 'createRates' ? (['RATE.EXPIRED', 'RATE.NOT_FOUND'] as const) : []),
    ...(scope === null ? (['AUTH.KEY.INSUFFICIENT_SCOPE'] as const) : []),
  ]
}

/** With the codes that every operation with a key has. */
function withCommon(
  codes: readonly AnyErrorCode[],
  { scope, hasBody }: { readonly scope: string | null; readonly hasBody: boolean },
): readonly AnyErrorCode[] {
  return [
    ...keyCodes,
    'AUTH.RATE_LIMIT.EXCEEDED',
    ...(scope === null ? [] : (['AUTH.KEY.INSUFFICIENT_SCOPE'] as const)),
    ...(hasBody ? (['REQUEST.BODY.TOO_LARGE'] as const) : []),
    ...codes,
    'REQUEST.INTERNAL.ERROR',
  ]
}
