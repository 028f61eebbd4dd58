import type * as z from 'zod'

/** The type of a schema's records, readonly at every depth, because records are never changed in place. */
export type ReadonlyRecord<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

/** A type whose fields and lists are readonly at every depth. */
export type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value
