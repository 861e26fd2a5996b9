import * as z from 'zod';

/**
 * Must be imported before any schema. Zod speeds objects up with `new Function`, and probes whether it may: under our
 * content security policy the probe alone is reported as a violation.
 */
z.config({ jitless: true });
