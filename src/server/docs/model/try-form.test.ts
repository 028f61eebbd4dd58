import { describe, expect, it } from 'vitest'
import { findOperation, operations } from './operations.ts'
import { createTryForm, readTryForm, type TryPart } from './try-form.ts'

function requireOperation(name: string) {
  const found = findOperation(name)
  if (found === undefined) throw new Error(`There is no operation ${name}.`)
  return found
}

/** Returns the values that a browser sends if the reader changes nothing in the form. */
function collectExamples(parts: readonly TryPart[]): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part) =>
      part.kind === 'group' ? Object.entries(collectExamples(part.parts)) : [[part.name, part.example]],
    ),
  )
}

describe('the form of an operation', () => {
  it.each(operations.map((each) => [each.name, each] as const))(
    'the form "Try it" of the operation %s sends the documented example if no field is changed',
    (_, each) => {
      const { parameters, body } = createTryForm(each)
      const sent = readTryForm(each, collectExamples([...parameters, ...(body ?? [])]))
      expect(sent.path).not.toContain('{')
      expect(sent.body === undefined ? undefined : JSON.parse(sent.body)).toEqual(each.request?.example)
    },
  )

  it('the form "Try it" lists the address fields of sender and recipient, although the OpenAPI document describes these fields only once', () => {
    const group = createTryForm(requireOperation('createRates')).body?.find(
      ({ label }) => label === 'to_address',
    )
    expect(group?.kind === 'group' ? group.parts.map(({ name }) => name) : []).toContain(
      'body.to_address.city',
    )
  })

  it('the form "Try it" sends no empty field, and no object that has only empty fields', () => {
    const { body } = readTryForm(requireOperation('createRates'), {
      'body.parcel.length': '10.5',
      'body.parcel.width': 'wide',
      'body.from_address.city': '',
    })
    // For a number field, the form sends a text that is no number unchanged, so that the service refuses it.
    expect(JSON.parse(body ?? '')).toEqual({ parcel: { length: 10.5, width: 'wide' } })
  })

  it('the form "Try it" refuses a list that is not valid JSON', () => {
    expect(() => readTryForm(requireOperation('createBatch'), { 'body.items': '[' })).toThrow(
      'items must be JSON, such as the example',
    )
  })

  it.each(['', '.', '..'])('the form "Try it" refuses "%s" as an id in the path', (id) => {
    expect(() => readTryForm(requireOperation('getLabel'), { 'path.id': id })).toThrow(`cannot be "${id}"`)
  })

  it('the form "Try it" encodes an id in the path', () => {
    expect(readTryForm(requireOperation('getLabel'), { 'path.id': 'a/b?c' }).path).toBe(
      '/v1/labels/a%2Fb%3Fc',
    )
  })
})
