/* What `site-performance/client` exports. */
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type ClientScope,
  createClient,
  type InputIn,
  type Operation,
  type PagedOperation,
  type ReplyIn,
} from './client.ts'
export { ApiError, type ErrorKind } from './errors.ts'
