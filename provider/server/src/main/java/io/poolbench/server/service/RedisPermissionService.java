package io.poolbench.server.service;

import io.poolbench.api.PermissionService;
import io.poolbench.api.ServiceWork;
import io.poolbench.api.UserInfo;

/** The measured service, reading Redis. Thread-safe. */
public final class RedisPermissionService implements PermissionService {
  private final RedisUsers users;
  private final CallWork work;

  public RedisPermissionService(RedisUsers users, ServiceWork work) {
    this.users = users;
    this.work = new CallWork(work);
  }

  /** Changes the arithmetic of calls that begin from now on: see {@link ServiceWork}. */
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
