/**
 * The entries of the package for a `require` that cannot load ES modules, as in Jest without a flag and in Node 22.2 to
 * 22.11: everything but the simulator itself. The build bundles it into one CommonJS file, so that its entries share
 * their classes.
 */
export * as client from '../client/service/index.ts'
export * as testing from '../testing/index.ts'
export * as index from './library.ts'
