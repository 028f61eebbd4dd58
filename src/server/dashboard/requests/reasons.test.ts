import { expect, it } from 'vitest'
import { errorCodes } from '../../../simulator/specification/errors.ts'
import { findGuide } from '../../docs/model/guides.ts'
import { faultModesHref, findSpecificationSection, magicValuesHref } from './reasons.ts'

it('every documented error code and every cause has a link to an existing section', () => {
  const places = [
    ...errorCodes.map((code) => findSpecificationSection(code)?.href ?? code),
    magicValuesHref,
    faultModesHref,
  ]
  const missing = [...new Set(places)].filter((place) => {
    const [path = '', anchor] = place.split('#')
    return findGuide(path)?.sections.every((section) => section.anchor !== anchor) ?? true
  })
  expect(missing).toEqual([])
})

it.each([
  ['AUTH.RATE_LIMIT.EXCEEDED', '/docs/specification/limits#rate-limits'],
  ['AUTH.KEY.INSUFFICIENT_SCOPE', '/docs/specification/authentication#scopes'],
  ['RATE.EXPIRED', '/docs/specification/states#states-of-a-rate'],
  ['LABEL.NOT_FOUND', '/docs/specification/errors#codes'],
] as const)('findSpecificationSection finds the section for %s', (code, href) => {
  expect(findSpecificationSection(code)?.href).toBe(href)
})

it('findSpecificationSection finds no section for a code of the simulator', () => {
  expect(findSpecificationSection('REQUEST.ROUTE.NOT_FOUND')).toBeUndefined()
})
