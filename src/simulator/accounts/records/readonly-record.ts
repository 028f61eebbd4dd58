import type * as z from 'zod'

/** The output of a schema as a deeply readonly type: records are never changed in place. */
export type ReadonlyRecord<Schema extends z.ZodType> = Unchanging<z.output<Schema>>

/** A type with all its fields and lists readonly, at every depth. */
export type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Unchanging<Value[Name]> }
    : Value
