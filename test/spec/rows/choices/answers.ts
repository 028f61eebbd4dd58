import type { Alteration } from '../../../../src/conformance/selftest/mutant.ts'
import {
  answersWith,
  changedJson,
  controlAnswers,
  type Json,
  objects,
  refusesWith,
  rewritten,
} from '../answers.ts'
import { type Breakage, listed } from '../breakage.ts'

/** What answers have in common (choices 8 to 10, 50). */

/** The ids of the first quote for every quote. */
const sameRateIds: Breakage = {
  what: 'The ids of rates come again.',
  open: (): Alteration => {
    let first: readonly Json[] = []
    return {
      response: (response, request) =>
        changedJson(response, request, 'createRates', ({ rates, ...rest }) => {
          if (first.length === 0) first = objects(rates)
          return {
            ...rest,
            rates: objects(rates).map((rate, index) => ({ ...rate, id: first[index]?.['id'] })),
          }
        }),
    }
  },
}

export const answerChoices = listed({
  8: [
    answersWith('What is created is answered 200.', (response) =>
      response.status === 201 ? { ...response, status: 200 } : undefined,
    ),
    answersWith('A batch that was bought is answered 200.', (response) =>
      response.status === 202 ? { ...response, status: 200 } : undefined,
    ),
  ],
  9: [
    rewritten('Ids are in capitals.', (text) =>
      text.replace(/"([a-z]+)_([a-z0-9]{24})"/g, (_, prefix, digits) =>
        prefix === 'req' ? `"${prefix}_${digits}"` : `"${prefix}_${String(digits).toUpperCase()}"`,
      ),
    ),
    sameRateIds,
    controlAnswers('The ids of keys have another prefix.', (json) =>
      Array.isArray(json['keys'])
        ? {
            keys: objects(json['keys']).map((key) => ({ ...key, id: String(key['id']).replace('key', 'k') })),
          }
        : undefined,
    ),
  ],
  10: [rewritten('Times have no milliseconds.', (text) => text.replaceAll('.000Z"', 'Z"'))],
  50: [
    refusesWith('docs_url leads elsewhere.', undefined, (error) => ({
      ...error,
      docs_url: 'https://example.com/docs',
    })),
    answersWith('There is no page of errors.', (response, { path }) =>
      path.startsWith('/docs/errors') ? { ...response, status: 404 } : undefined,
    ),
  ],
})
