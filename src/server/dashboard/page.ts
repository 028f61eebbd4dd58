import type { Child } from 'hono/jsx'
import type { Context } from '../../simulator/accounts/context.ts'
import type { AddressBody } from '../../simulator/bodies/addresses.ts'
import type { FieldProblem } from '../../simulator/specification/errors.ts'
import type { ServerContext } from '../service/exchange.ts'
import type { NextCall, PageCall } from './control-call.ts'

/** The values of a form by the names of its fields. */
export type FormValues = Readonly<Record<string, string>>

/** A form that was refused. The page shows it again with its errors. */
export interface RefusedForm {
  readonly action: string
  readonly values: FormValues
  /** The reasons why fields are refused, by field name; empty if the refusal belongs to no field. */
  readonly errors: ReadonlyMap<string, readonly string[]>
  readonly message: string
  /** The id of the request that the service refused; undefined if none was sent. */
  readonly requestId: string | undefined
  /** The addresses that the service suggests instead. */
  readonly suggestions: readonly AddressBody[]
}

/** A request for a page, with the account and the server that it needs. */
export interface PageRequest {
  readonly server: ServerContext
  readonly context: Context
  /** The origin of the request's URL. */
  readonly url: string
  /** Whether the control protocol needs a token. */
  readonly isGuarded: boolean
  /** The token of the sign-out form, without which the server refuses it. */
  readonly signOutToken: string
  /** The path of this page, without its query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The address of this page as it is shown: its path and query, without the notice of an action. */
  readonly address: string
  /** Returns the URL of a page by its path below the account. */
  href(path: string): string
  /** Returns this request as a request for another page of the account, whose forms can then be rendered here. */
  forPage(page: DashboardPage): PageRequest
  /** Returns a path parameter by name. */
  param(name: string): string
  /** The page's actions, which know the equivalent commands. */
  readonly actions: Actions
  /** Returns the token that a form of this action needs, against forms of other sites (CSRF). */
  formToken(action: string): string
  readonly refused: RefusedForm | undefined
}

/** The properties of a component that needs only the request for its page. Other components extend it. */
export interface PageProps {
  readonly page: PageRequest
}

/** The content of a page. */
export interface PageView {
  /** The title, if it differs from the page's usual one. */
  readonly title?: string
  readonly heading?: Child
  /** The kind and the id of the page's resource, which replace title and heading. */
  readonly subject?: readonly [kind: string, id: string]
  readonly actions?: Child
  readonly body: Child
}

/** The message after an action, with a code to copy that is shown only this once. */
export interface MessageWithCode {
  readonly text: string
  readonly code: { readonly label: string; readonly code: string }
}

/** The action of the same page that undoes another one, with the values of its form. */
export interface Undo {
  readonly action: string
  readonly values: FormValues
}

/** The result of an action, shown once: its message, its calls and its undo form. */
export interface Notice {
  readonly message: string | MessageWithCode
  readonly calls: readonly PageCall[]
  readonly undo: Undo | undefined
}

/** A question on a page of its own, before an action that cannot be undone. */
export interface Question {
  /** The question in one sentence. Sentences after it say what is lost. */
  readonly question: string
  /** The text of the button that confirms. */
  readonly button: string
}

/** An action of a page's form: one call of the control protocol or the service, or several. */
export interface PageAction {
  /** Returns the calls for the values of the form, to be made one after another. */
  call(values: FormValues, account: Context): NextCall | readonly NextCall[]
  /** Rewrites a problem of a call's body as a problem of the form, whose fields may differ. */
  inForm?(problem: FieldProblem, values: FormValues): FieldProblem
  /** Returns the question to confirm first; undefined if these values need none. */
  confirm?(values: FormValues, page: PageRequest): Promise<Question | undefined> | Question | undefined
  /** Returns the success message, given the last call's response. */
  message(values: FormValues, response: unknown): string | MessageWithCode
  /** Returns the next page's path: below the account, or whole if it begins with a slash; by default the form's page. */
  next?(values: FormValues, response: unknown): string | undefined
  /** Whether the action advances the clock. Its page then lists the events of the advance. */
  readonly movesTime?: boolean
  /**
   * Returns the action that undoes this one, or undefined. The function is called before the action. If it returns a
   * function, that one is called with the last call's response. Actions that lead to another page have no undo.
   */
  undo?(account: Context, values: FormValues): Undo | ((response: unknown) => Undo | undefined) | undefined
  /** Describes the current value of the setting. If it has changed since the action, undo is refused. */
  currentValue?(account: Context): string
}

export type Actions = Readonly<Record<string, PageAction>>

interface PageProperties {
  /** The path below the account; a part such as `:name` is a parameter. */
  readonly path: string
  readonly title: string
  /** The shortcut after the key `g`, for pages in the navigation. */
  readonly shortcut?: string
  readonly actions?: Actions
}

/** A page of an account, listed in `pages.ts`. Either `body` renders its content, or `show` also its title and actions. */
export type DashboardPage = PageProperties &
  (
    | { body(request: PageRequest): Child | Promise<Child> }
    | { show(request: PageRequest): PageView | Promise<PageView> }
  )
