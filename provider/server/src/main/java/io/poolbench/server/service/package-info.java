/** The measured service: its Redis read, arithmetic and garbage. */
package io.poolbench.server.service;
