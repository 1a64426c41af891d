/**
 * Level 2: the client of HTTP/1.1 servers, a {@link io.poolbench.load.Target}. The only package of
 * the driver that speaks HTTP as a load.
 */
package io.poolbench.http;
