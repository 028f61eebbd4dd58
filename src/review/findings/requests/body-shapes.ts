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
  ['validateAddress', shapeOf(placeSchema)],
  ['createRates', shapeOf(ratesSchema)],
  ['buyLabel', shapeOf(buyLabelSchema)],
  ['registerTracker', shapeOf(trackerSchema)],
  ['createBatch', shapeOf(batchItemsSchema)],
])

/** Returns the fields that a schema reads, before any transformation. */
function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return shapeOf(def.in)
  if (def.type === 'optional' || def.type === 'nullable') return shapeOf(def.innerType)
  if (def.type === 'array') return { items: shapeOf(def.element) }
  if (def.type !== 'object') return {}
  return { members: new Map(Object.entries(def.shape).map(([name, member]) => [name, shapeOf(member)])) }
}
