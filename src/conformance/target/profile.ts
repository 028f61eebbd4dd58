import * as z from 'zod'
import defaults from '../../../fixtures/profiles/default.json' with { type: 'json' }
import { BadInput } from '../bad-input.ts'
import { plainWords, renderProblems } from '../schema-problems.ts'

const address = z.looseObject({
  name: z.string().optional(),
  street1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})
const parcel = z.looseObject({
  weight_oz: z.number(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
})
const expectedFailure = z.strictObject({
  rule: z.string(),
  reason: z.string(),
  issue: z.string().optional(),
  until: z.iso.date().optional(),
})

const schema = z.strictObject({
  $schema: z.string().optional(),
  addresses: z
    .strictObject({
      from: address,
      to: address,
      residential: address,
      commercial: address,
      undeliverable: address,
      ambiguous: address,
    })
    .partial()
    .optional(),
  parcels: z.strictObject({ standard: parcel, overweight: parcel }).partial().optional(),
  carriers: z
    .array(z.string())
    .refine((names) => names.length > 0, 'must name at least one')
    .optional(),
  limits: z.record(z.string(), z.int().positive()).optional(),
  rules: z
    .strictObject({ skip: z.array(z.string()) })
    .partial()
    .optional(),
  expected_failures: z.array(expectedFailure).optional(),
})

/** The target's test data as a profile file states it. Every part may be left out. */
export interface ProfileInput {
  /** The JSON Schema of profile files, which editors read; the harness ignores it. */
  readonly $schema?: string | undefined
  /** Addresses by their role in tests, such as `from` or `undeliverable`. */
  readonly addresses?:
    | Partial<Record<keyof typeof defaults.addresses, ProfileAddress | undefined>>
    | undefined
  /** Parcels by their role in tests: `standard`, and `overweight`, for which the target quotes rates and refuses the purchase. */
  readonly parcels?: Partial<Record<keyof typeof defaults.parcels, ProfileParcel | undefined>> | undefined
  /** The names of the carriers, in the spelling of the target's rates. By default, the run learns them from rates. */
  readonly carriers?: readonly string[] | undefined
  /** Rate limits by endpoint, in requests a minute, where they differ from the documented limits. */
  readonly limits?: Readonly<Record<string, number>> | undefined
  /** The rules to leave out: `skip` lists their ids, in which `*` stands for any characters. */
  readonly rules?: { readonly skip?: readonly string[] | undefined } | undefined
  /** Failures of rules that the user knows of, so that they do not make the run fail. */
  readonly expected_failures?: readonly ExpectedFailure[] | undefined
}

/** An address in a profile. Additional fields are sent as well. */
export interface ProfileAddress {
  readonly [field: string]: unknown
  /** The name of the person or company. */
  readonly name?: string | undefined
  /** The street with the house number. */
  readonly street1: string
  /** The city. */
  readonly city: string
  /** The region code, such as `TX`. */
  readonly state: string
  /** The postal code. */
  readonly zip: string
  /** The country code, such as `US`. */
  readonly country: string
}

/** A parcel in a profile. Additional fields are sent as well. */
export interface ProfileParcel {
  readonly [field: string]: unknown
  /** The weight in ounces. */
  readonly weight_oz: number
  /** The length in inches. */
  readonly length: number
  /** The width in inches. */
  readonly width: number
  /** The height in inches. */
  readonly height: number
}

/** A rule that is known to fail, with the reason why the failure is tolerated. */
export interface ExpectedFailure {
  /** The id of the rule that fails. */
  readonly rule: string
  /** Why the failure is tolerated. */
  readonly reason: string
  /** The place where the failure is tracked, such as a URL. */
  readonly issue?: string | undefined
  /** The last day on which the failure is tolerated, `YYYY-MM-DD` in UTC. Without it, the failure is always tolerated. */
  readonly until?: string | undefined
}

/** The test data of a target. Parts that the profile file leaves out come from the built-in profile. */
export interface Profile {
  readonly addresses: Readonly<Record<keyof typeof defaults.addresses, ProfileAddress>>
  readonly parcels: Readonly<Record<keyof typeof defaults.parcels, ProfileParcel>>
  /** The names of the carriers, in the spelling of the target's rates; undefined if the run has to learn them from rates. */
  readonly carriers: readonly string[] | undefined
  /** Rate limits of this client by endpoint, in requests a minute, where they differ from the documented limits. */
  readonly limits: Readonly<Record<string, number>>
  readonly skip: readonly string[]
  readonly expectedFailures: readonly ExpectedFailure[]
}

/** Reads a profile, and completes it from the built-in profile. Throws BadInput, which names the wrong fields. */
export function readProfile(input: unknown = {}, source = 'the profile'): Profile {
  const { data, error } = schema.safeParse(input, plainWords)
  if (error !== undefined) throw new BadInput(`${source} cannot be used: ${renderProblems(error)}.`)
  const { addresses, parcels, carriers, limits, rules, expected_failures }: ProfileInput = data
  return {
    addresses: { ...defaults.addresses, ...removeUndefinedFields(addresses) },
    parcels: { ...defaults.parcels, ...removeUndefinedFields(parcels) },
    carriers,
    limits: limits ?? {},
    skip: rules?.skip ?? [],
    expectedFailures: expected_failures ?? [],
  }
}

/** Returns true if a failure is still tolerated: through the day of `until`, in UTC. */
export function isStillExpected({ until }: ExpectedFailure, nowMs: number): boolean {
  return until === undefined || nowMs < Date.parse(`${until}T00:00:00Z`) + 86_400_000
}

/** Returns all texts of the built-in profile. They name no real person, so reports need not mask them. */
export function listBuiltInTexts(): ReadonlySet<string> {
  return new Set(Object.values(defaults.addresses).flatMap((each) => Object.values(each)))
}

function removeUndefinedFields<Value extends object>(
  part: Value | undefined,
): { [Key in keyof Value]: NonNullable<Value[Key]> } | undefined
function removeUndefinedFields(part: object | undefined): object | undefined {
  if (part === undefined) return undefined
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
}
