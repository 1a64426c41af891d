/**
 * Level 2: the HTTP/1.1 client of web providers, a {@link io.poolbench.load.Target}. Triple's
 * HTTP/2 is in package {@code dubbo}.
 */
package io.poolbench.http;
