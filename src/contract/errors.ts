import * as z from 'zod/mini'

/** The body of every refusal. `fields` names what is wrong in which field, for 422 only. */
export const errorBody = z.looseObject({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})

export type ErrorBody = z.output<typeof errorBody>

/** What each status means in this API. */
export const statusMeaning = {
  400: 'The request is malformed.',
  401: 'No key, or one that the service does not know.',
  403: 'Access denied.',
  404: 'No such path or id, or not yours.',
  405: 'The path does not take this method; Allow names those it takes.',
  406: 'The format asked for is not offered.',
  409: 'A rule about the present state forbids it.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body has a type that the operation does not take.',
  422: 'A field is wrong; `fields` says which and why.',
  429: 'Too many requests; Retry-After says when to come back, in seconds.',
  500: 'The service failed; the request id helps to find out why.',
  501: 'This service does not answer the operation yet.',
  503: 'The service cannot answer now.',
} as const

export type ErrorStatus = keyof typeof statusMeaning

export const headers = { key: 'SERVICE-API-KEY', requestId: 'X-Request-Id' } as const
/** The query parameter that may carry the key instead of the header. */
export const keyParameter = 'service_api_key'
export const maxBodyBytes = 256 * 1024
