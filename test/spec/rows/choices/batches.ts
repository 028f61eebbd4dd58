import { jsonOf, labelOf, withJson } from '../../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  answersWith,
  controlAnswers,
  isAbout,
  isOf,
  objects,
  refused,
  succeedsWith,
} from '../answers.ts'
import { listed } from '../breakage.ts'
import { itemsOf } from '../states.ts'

/** Batches (choices 41 to 44). */

const batches = ['createBatch', 'getBatch'] as const

export const batchChoices = listed({
  41: [
    acceptsInsteadOf('VALIDATION.FIELD.REQUIRED', isAbout(/^items/)),
    acceptsInsteadOf('VALIDATION.FIELD.INVALID', isAbout(/^items$/)),
    answersWith('A rate that is gone spoils a batch.', (response, request) =>
      itemsOf(request) > 0 && request.body.includes('rate_long_gone')
        ? refused(response, 'RATE.NOT_FOUND')
        : undefined,
    ),
  ],
  42: [
    acceptsInsteadOf('WALLET.INSUFFICIENT_BALANCE'),
    succeedsWith('A batch costs as much as its first item.', batches, (batch) => ({
      ...batch,
      total_cost_cents: objects(batch['items'])[0]?.['rate_cents'],
    })),
  ],
  43: [
    succeedsWith('A batch is done at once.', batches, (batch) => ({
      ...batch,
      status: batch['status'] === 'processing' ? 'completed' : batch['status'],
    })),
    succeedsWith('An item does not tell why it failed.', batches, (batch) => ({
      ...batch,
      items: objects(batch['items']).map((item) => ({ ...item, error: null })),
    })),
    controlAnswers('An item that failed is paid for.', (wallet) =>
      'balance_cents' in wallet ? { ...wallet, balance_cents: 98_500 } : undefined,
    ),
    {
      what: 'A batch tells of its first label alone.',
      open: () => {
        const told = new Set<string>()
        return {
          webhook: (delivery) => {
            told.add(labelOf(delivery))
            return told.size > 2 ? [] : undefined
          },
        }
      },
    },
  ],
  44: [
    {
      what: 'A batch that is completed can be bought again.',
      open: () => {
        const completed = new Set<string>()
        return {
          response: (response, request) => {
            const id = /bat_[a-z0-9]+/.exec(request.path)?.[0] ?? ''
            const json = jsonOf(response)
            if (isObject(json) && json['status'] === 'completed') completed.add(id)
            return isOf(request, 'buyBatch') && completed.has(id)
              ? { ...withJson(response, {}), status: 202 }
              : undefined
          },
        }
      },
    },
  ],
})
