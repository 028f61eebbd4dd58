import type * as z from 'zod'
import {
  batchItemsSchema,
  buyLabelSchema,
  placeSchema,
  ratesSchema,
  trackerSchema,
} from '../../../simulator/requests/parse.ts'

/** The fields that a part of a request body can have. */
export interface Shape {
  /** The fields of an object, by name. */
  readonly members?: ReadonlyMap<string, Shape>
  /** The fields of each member of a list. */
  readonly items?: Shape
}

/** The known fields of each operation's request body, by the name of the operation. */
export const bodyShapes: ReadonlyMap<string, Shape> = new Map([
  ['validateAddress', buildShape(placeSchema)],
  ['createRates', buildShape(ratesSchema)],
  ['buyLabel', buildShape(buyLabelSchema)],
  ['registerTracker', buildShape(trackerSchema)],
  ['createBatch', buildShape(batchItemsSchema)],
])

/** Returns the fields that a schema reads, before any transformation. */
function buildShape(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return buildShape(def.in)
  if (def.type === 'optional' || def.type === 'nullable') return buildShape(def.innerType)
  if (def.type === 'array') return { items: buildShape(def.element) }
  if (def.type !== 'object') return {}
  return { members: new Map(Object.entries(def.shape).map(([name, member]) => [name, buildShape(member)])) }
}
