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
  /** The path and query of this page, without the parameter `notice`. */
  readonly address: string
  /** Returns the URL of a page by its path below the account. */
  href(path: string): string
  /** Returns a request for another page of the account, with which this page can render a form of the other page. */
  createRequestFor(page: DashboardPage): PageRequest
  /** Returns a path parameter by name. */
  param(name: string): string
  /** The actions of the page by name. */
  readonly actions: Actions
  /** Returns the token that the form of an action must send, so that forms of other sites are refused (CSRF). */
  createFormToken(action: string): string
  readonly refused: RefusedForm | undefined
}

/** The properties of a component: the request for its page. Components with further properties extend this type. */
export interface PageProps {
  readonly page: PageRequest
}

/** The content of a page. */
export interface PageView {
  /** The title; absent if the page has its usual title. */
  readonly title?: string
  readonly heading?: Child
  /** The kind and the id of the resource that the page shows. The title and the heading consist of both. */
  readonly subject?: readonly [kind: string, id: string]
  readonly actions?: Child
  readonly body: Child
}

/** The message after an action, with a code to copy, such as a new key. The code is shown only once. */
export interface MessageWithCode {
  readonly text: string
  readonly code: { readonly label: string; readonly code: string }
}

/** The action of a page that undoes an earlier action of the page, with the form values to submit. */
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

/** A question that the reader must confirm before an action that cannot be undone. It has a separate page. */
export interface Question {
  /** The question in one sentence, followed by sentences that say what will be lost. */
  readonly question: string
  /** The text of the button that confirms. */
  readonly button: string
}

/** An action of a page's form. It makes one or more calls of the control protocol or the service. */
export interface PageAction {
  /** Returns the calls for the values of the form, to be made one after another. */
  call(values: FormValues, account: Context): NextCall | readonly NextCall[]
  /** Rewrites a problem of a call's body as a problem of the form, which may have other fields than the body. */
  rewriteProblem?(problem: FieldProblem, values: FormValues): FieldProblem
  /** Returns the question that the reader must confirm first; undefined if these values need no confirmation. */
  confirm?(values: FormValues, page: PageRequest): Promise<Question | undefined> | Question | undefined
  /** Returns the message after success. `response` is that of the last call. */
  message(values: FormValues, response: unknown): string | MessageWithCode
  /**
   * Returns the path of the next page, relative to the account unless it begins with a slash. By default, the page of
   * the form is shown again.
   */
  next?(values: FormValues, response: unknown): string | undefined
  /** Whether the action advances the clock. Its page then lists the events of the advance. */
  readonly movesTime?: boolean
  /**
   * Called before the action. Returns the action that undoes it, or a function that returns that action from the
   * response of the last call; undefined for no undo. An action that leads to another page has no undo.
   */
  undo?(account: Context, values: FormValues): Undo | ((response: unknown) => Undo | undefined) | undefined
  /** Describes the current value of the changed setting. If the value has changed since the action, undo is refused. */
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

/** A page of an account, listed in `pages.ts`. `body` renders its content; `show` also renders title and actions. */
export type DashboardPage = PageProperties &
  (
    | { body(request: PageRequest): Child | Promise<Child> }
    | { show(request: PageRequest): PageView | Promise<PageView> }
  )
