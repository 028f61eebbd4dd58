import { describe, expect, it } from 'vitest'
import {
  canBeClassification,
  collectNamedValues,
  inferClassification,
  removeSharedValues,
} from './classification.ts'

const home = { name: 'Alex Sample', street1: '1214 Maple Ln', city: 'Columbus', state: 'OH', zip: '43215' }
const business = {
  name: 'Harbor LLC',
  street1: '233 S Wacker Dr',
  city: 'Chicago',
  state: 'IL',
  zip: '60606',
}

const inferBoth = (ofHome: unknown, ofBusiness: unknown) => {
  const [one, other] = [collectNamedValues(ofHome, home), collectNamedValues(ofBusiness, business)]
  return [inferClassification(one, other), inferClassification(other, one)]
}

describe('inferClassification', () => {
  it.each([
    [{ residential: true }, { residential: false }],
    [{ results: [{ residential: true }] }, { results: [{ residential: false }] }],
    [[{ is_residential: 'yes' }], [{ is_residential: 'no' }]],
    [{ category: 'residential' }, { category: 'commercial' }],
    [{ residential: 1 }, { residential: 0 }],
    [{ classification: { kind: 'RESIDENTIAL' } }, { classification: { kind: 'BUSINESS' } }],
    [{ classification: 'Residential' }, { classification: 'Non-Residential' }],
    [{ metadata: { rdi: 'R' } }, { metadata: { rdi: 'C' } }],
    [{ isCommercial: false }, { isCommercial: true }],
    [{ nonResidential: false }, { nonResidential: true }],
    [{ address_type: 'home' }, { address_type: 'office' }],
    [{ residential: { value: true, confidence: 1 } }, { residential: { confidence: 1, value: false } }],
    [{ residential: { flag: true, certain: true } }, { residential: { flag: false, certain: true } }],
    [{ rdi: 'Y' }, { rdi: 'N' }],
    [{ usRdi: 'R' }, { usRdi: 'C' }],
    [
      { rdi: 'Y', carrier_route_type: 'C' },
      { rdi: 'N', carrier_route_type: 'C' },
    ],
    [
      { rdi: 'R', category: 4 },
      { rdi: 'C', category: 7 },
    ],
    [{ flags: ['deliverable', 'residential'] }, { flags: ['deliverable'] }],
    [
      { valid: true, commercial: false, residential: true },
      { valid: true, commercial: true, residential: false },
    ],
  ])('inferClassification reads that %j is a home and %j is not', (ofHome, ofBusiness) => {
    expect(inferBoth(ofHome, ofBusiness)).toEqual([true, false])
  })

  it('inferClassification reads residential or commercial as the service says, even if the service is wrong', () => {
    expect(inferBoth({ residential: false }, { residential: true })).toEqual([false, true])
    expect(inferBoth({ residential: true }, { residential: true })).toEqual([true, true])
    expect(inferBoth({ type: 'business' }, { type: 'business' })).toEqual([false, false])
  })

  it('inferClassification does not conclude residential or commercial from a probability in the field "residential"', () => {
    const likely = { residential: { probability: 0.97 } }
    expect(inferBoth(likely, { residential: { probability: 0.03 } })).toEqual([undefined, undefined])
    expect(collectNamedValues(likely, home).filter(canBeClassification)).toHaveLength(1)
    expect(collectNamedValues({ score: 0.97 }, home).filter(canBeClassification)).toEqual([])
  })

  it('inferClassification does not conclude residential or commercial from other fields, such as valid, score and match_level', () => {
    expect(inferBoth({ valid: true, score: 1 }, { valid: true, score: 0 })).toEqual([undefined, undefined])
    expect(inferBoth({ match_level: 'house' }, { match_level: 'building' })).toEqual([undefined, undefined])
    expect(inferBoth({ residential_confidence: 1 }, { residential_confidence: 0 })).toEqual([
      undefined,
      undefined,
    ])
    expect(inferBoth({ category: 4 }, { category: 7 })).toEqual([undefined, undefined])
    expect(inferBoth({ carrier_route_type: 'C' }, { carrier_route_type: 'R' })).toEqual([
      undefined,
      undefined,
    ])
    expect(inferBoth({ coordinates: { precision: 'R' } }, { coordinates: { precision: 'C' } })).toEqual([
      undefined,
      undefined,
    ])
  })

  it('inferClassification does not take the letter C in a field for "commercial" if another field may be the classification', () => {
    expect(inferBoth({ kind: 4, classified_by: 'C' }, { kind: 7, classified_by: 'C' })).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('collectNamedValues and removeSharedValues', () => {
  it('collectNamedValues leaves out values that repeat a part of the address in upper or lower case or with other punctuation', () => {
    const echo = {
      street: '1214 MAPLE LANE APT 4',
      last_line: 'Columbus OH 43215-1001',
      state: 'oh',
      valid: true,
    }
    expect(
      removeSharedValues(collectNamedValues(echo, home), collectNamedValues({ valid: true }, business)),
    ).toEqual([])
  })

  it('removeSharedValues returns only the values that differ between two responses', () => {
    const [ofHome, ofBusiness] = [
      { valid: true, category: 4 },
      { valid: true, category: 7 },
    ]
    expect(
      removeSharedValues(collectNamedValues(ofHome, home), collectNamedValues(ofBusiness, business)),
    ).toEqual([{ names: ['category'], value: '4' }])
  })
})
