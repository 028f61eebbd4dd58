import { withJson } from '../../../src/conformance/selftest/wire.ts'
import { keysOf } from '../../../src/simulator/specification/keys-of.ts'
import { errorStatuses } from '../tables.ts'
import { answersWith, errorIn, type Json, refusesWith } from './answers.ts'
import { each, listed } from './breakage.ts'
import { another } from './fields.ts'

const codes = keysOf(errorStatuses)

/** Each code answered as the next of the table, wherever it stands, and with a status that is not its own. */
export const errorRows = each(codes, (code) => {
  const next = codes[(codes.indexOf(code) + 1) % codes.length] ?? code
  return [
    answersWith(`${code} is told as ${next}.`, (response) => {
      const text = response.body.toString()
      if (!text.includes(`"code":"${code}"`)) return undefined
      const status = errorIn(response) === undefined ? response.status : errorStatuses[next]
      return {
        ...response,
        status,
        body: Buffer.from(text.replaceAll(`"code":"${code}"`, `"code":"${next}"`)),
      }
    }),
    refusesWith(`${code} has the status 418.`, code, (error, response) => ({
      ...withJson(response, { error }),
      status: 418,
    })),
  ]
})

function without(field: string) {
  return refusesWith(`${field} is missing.`, undefined, ({ [field]: told, ...rest }) =>
    told === undefined ? undefined : rest,
  )
}

function changed(field: string, change: (value: unknown) => unknown = another) {
  return refusesWith(`${field} is another.`, undefined, (error: Json) =>
    field in error ? { ...error, [field]: change(error[field]) } : undefined,
  )
}

function empty(field: string) {
  return refusesWith(`${field} is empty.`, undefined, (error) => ({ ...error, [field]: '' }))
}

/** What every error has. Nothing is stated of the words of a message, but that there are some. */
export const errorFieldRows = listed({
  code: [without('code'), changed('code')],
  message: [without('message'), empty('message')],
  suggestion: [without('suggestion'), empty('suggestion')],
  docs_url: [without('docs_url'), changed('docs_url')],
  request_id: [without('request_id'), changed('request_id')],
})

export const extraErrorFieldRows = each(
  ['field', 'required_scope', 'key_scopes', 'raw_carrier_error', 'suggestions'] as const,
  (field) => [
    without(field),
    changed(field, (value) =>
      field === 'suggestions' && Array.isArray(value) ? value.slice(0, 1) : another(value),
    ),
  ],
)
