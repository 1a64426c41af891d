package io.poolbench.server.service;

import io.poolbench.api.PermissionService;
import io.poolbench.api.ServiceWork;
import io.poolbench.api.UserInfo;

/** The measured service on top of Redis. Thread-safe. */
public final class RedisPermissionService implements PermissionService {
  private final RedisUsers users;
  private final CallWork work;

  public RedisPermissionService(RedisUsers users, ServiceWork work) {
    this.users = users;
    this.work = new CallWork(work);
  }

  /** How much arithmetic calls do that begin from here on: see {@link ServiceWork}. */
  public void cpuIterations(long rounds) {
    work.cpuIterations(rounds);
  }

  @Override
  public UserInfo findUserInfo(String pin) {
    UserInfo user = users.find(pin);
    work.perform(user.getLevel());
    return user;
  }

  @Override
  public void empty() {}
}
