import seed from '../../fixtures/seed.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { isJson, type Json } from './json.ts'
import { findRecordedSuccess, type RecordedRun } from './recorded-run.ts'
import { type DocumentedName, documentedOperations } from './service-operations.ts'

interface ArazzoStep {
  readonly operation: DocumentedName
  readonly does: string
  /** The Arazzo expression that replaces the id in the path of the recorded request. */
  readonly id?: string
  /** The Arazzo expressions that replace fields of the recorded body. */
  readonly fields?: Json
  readonly outputs?: Json
}

const steps: readonly ArazzoStep[] = [
  { operation: 'validateAddress', does: 'Checks the address of the recipient.' },
  {
    operation: 'createRates',
    does: 'Quotes the rates of all carriers for the parcel.',
    outputs: { rateId: '$response.body#/rates/0/id' },
  },
  {
    operation: 'buyLabel',
    does: 'Buys the cheapest rate.',
    fields: { rate_id: '$steps.createRates.outputs.rateId' },
    outputs: {
      labelId: '$response.body#/id',
      trackingNumber: '$response.body#/tracking_number',
      carrier: '$response.body#/carrier',
    },
  },
  { operation: 'getLabel', does: 'Reads the label again.', id: '$steps.buyLabel.outputs.labelId' },
  { operation: 'downloadLabel', does: 'Downloads its PDF.', id: '$steps.buyLabel.outputs.labelId' },
  {
    operation: 'registerTracker',
    does: 'Follows the parcel.',
    fields: {
      tracking_number: '$steps.buyLabel.outputs.trackingNumber',
      carrier: '$steps.buyLabel.outputs.carrier',
    },
    outputs: { trackerId: '$response.body#/id' },
  },
  {
    operation: 'getTracker',
    does: 'Reads where the parcel is.',
    id: '$steps.registerTracker.outputs.trackerId',
  },
  { operation: 'getWallet', does: 'Reads the balance of the wallet.' },
  { operation: 'voidLabel', does: 'Voids the label.', id: '$steps.buyLabel.outputs.labelId' },
]

/**
 * Returns the Arazzo description of a workflow that validates an address, buys a label and voids it. Each id comes from an
 * earlier response.
 */
export function createArazzoDocument(run: RecordedRun): Json {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of the shipping service',
      version: manifest.version,
      description: 'The calls of an integration, one by one. They run unchanged against a simulator.',
    },
    sourceDescriptions: [{ name: 'service', url: './openapi.json', type: 'openapi' }],
    workflows: [
      {
        workflowId: 'fromAddressToLabelAndBack',
        summary: 'From an address to a label and its void',
        description: 'Buys a label for the cheapest rate, follows the parcel and voids the label.',
        inputs: {
          type: 'object',
          properties: {
            apiKey: { type: 'string', description: 'An API key.', default: seed.keys[0]?.value },
          },
        },
        parameters: [{ name: 'Authorization', in: 'header', value: 'Bearer {$inputs.apiKey}' }],
        steps: steps.map((step) => createStep(step, findRecordedSuccess(run, step.operation).request.body)),
        outputs: { labelId: '$steps.buyLabel.outputs.labelId' },
      },
    ],
  }
}

function createStep({ operation, does, id, fields, outputs }: ArazzoStep, recorded: unknown): Json {
  const status = documentedOperations.find(({ name }) => name === operation)?.successStatus
  return {
    stepId: operation,
    description: does,
    operationId: operation,
    ...(id !== undefined && { parameters: [{ name: 'id', in: 'path', value: id }] }),
    ...(isJson(recorded) && {
      requestBody: { contentType: 'application/json', payload: { ...recorded, ...fields } },
    }),
    successCriteria: [{ condition: `$statusCode == ${status}` }],
    ...(outputs !== undefined && { outputs }),
  }
}
