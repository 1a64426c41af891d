/**
 * Level 3: a queueing model of the provider, its parameters fitted to a result, and what it
 * predicts and recommends. Pure: no clock or files; parallel streams do not change the result.
 */
package io.poolbench.capacity;
